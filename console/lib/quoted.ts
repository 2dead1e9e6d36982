/** Marks that turn the direction of writing. In a stranger's text they would turn our words behind it too, prices included. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Marks like ours: a text that closes our quotation would go on in our name. */
const marks = /[“”„‟]/g

/** A stranger's text within a sentence of ours. */
export const quoted = (text: string): string => `“${text.replace(directions, '').replace(marks, '’')}”`
