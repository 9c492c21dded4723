/** What a colour says; each goes with a word, a dot or an icon, never alone. */
export type Severity = 'primary' | 'success' | 'info' | 'warning' | 'danger' | 'secondary';
