/** The level of the title of a document: above all headings, with a separate style. */
export const titleLevel = 10;
