/** The meaning of a color; always combined with a word, a dot or an icon. */
export type BadgeSeverity = 'primary' | 'success' | 'info' | 'warning' | 'danger' | 'secondary';
