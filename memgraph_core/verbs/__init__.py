"""The public verbs of `Memory` by task. `Memory` inherits them; each class inherits from the class of the layer below it."""
