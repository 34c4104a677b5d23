// Removes a constraint of ours that is to be made anew.
// takes:   $name (of the constraint)
DROP CONSTRAINT $name IF EXISTS
