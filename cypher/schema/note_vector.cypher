// Notes by nearness of meaning. Not quantized: that saves memory and costs neighbours.
// takes:   $dimension (how many numbers a vector has)
CREATE VECTOR INDEX memgraph_note_vector IF NOT EXISTS FOR (n:Note) ON (n.embedding)
OPTIONS {indexConfig: {
  `vector.dimensions`: $dimension, `vector.similarity_function`: 'cosine', `vector.quantization.enabled`: false
}}
