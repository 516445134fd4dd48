//! Text: puzzles read and written. Nothing here calls an engine.
