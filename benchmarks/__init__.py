"""Speed against plain baselines and peers, in one run."""
