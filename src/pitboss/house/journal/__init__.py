"""The journal as a room to look into: lines searched, rounds step by step, chains, verifying."""
