/** The level of a document's title: above all headings, with a style of its own. */
export const titleLevel = 10;
