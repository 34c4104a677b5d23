// The properties of a turn `t` without its vectors, with times as text, which the driver reads faster.
// `leased_by` is null once the lease has ended by the server's clock.
t {
  .*, embedding: NULL, vector: NULL, other_embedding: NULL, other_vector: NULL, at: NULL,
  said_at: toString(t.said_at), recorded_at: toString(t.recorded_at),
  leased_by: CASE WHEN t.state = 'pending' AND t.leased_until > timestamp() THEN t.leased_by END
}
