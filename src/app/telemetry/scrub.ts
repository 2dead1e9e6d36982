const apiKey = /sibyl_live_[1-9A-HJ-NP-Za-km-z]+/g

/** Signatures are 64 bytes and more; a transaction id is 32 and stays. */
const longHex = /\b(?:0x)?[0-9a-fA-F]{100,}\b/g

/** The last guard before a text is written: whatever slipped into an error's message, no key or signature is printed. */
export function scrub(text: string): string {
  return text.replace(apiKey, 'sibyl_live_[redacted]').replace(longHex, '[redacted]')
}
