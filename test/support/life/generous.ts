/** Limits that no story meets, and a log that tells everything. */
export const generous = {
  LOG_LEVEL: 'debug',
  RATE_LIMIT_ANON_READS: '1000000',
  RATE_LIMIT_ANON_WRITES: '1000000',
  RATE_LIMIT_KEY_READS: '1000000',
  RATE_LIMIT_KEY_WRITES: '1000000',
}
