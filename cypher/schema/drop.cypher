// Removes an index of ours that is to be made anew.
// takes:   $name (of the index)
DROP INDEX $name IF EXISTS
