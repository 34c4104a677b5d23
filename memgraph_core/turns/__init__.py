"""Messages, files, documents and agent runs → turns. `formats/` reads the files of other programs."""
