"""Plain, slow answers to the library's questions, sharing no code with what they check."""
