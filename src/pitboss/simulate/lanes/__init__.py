"""The numpy twins of the kernels: many streams side by side, the same numbers, no compiler."""
