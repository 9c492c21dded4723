// The dialog for pasted spreadsheet cells that do not fit, loaded when it opens.
export const gridPaste = {
  title: 'Some of it does not fit',
  some: '{count} cells can be pasted. Undo takes them back.',
  none: 'None of it can be pasted here.',
  accept: 'Paste {count} cells',
  acceptOne: 'Paste 1 cell',
  why: {
    rows: '{count} cells lie below the last loaded row, such as “{example}”.',
    columns: '{count} cells lie right of the last column, such as “{example}”.',
    readOnly: '{count} cells cannot be edited, such as the one for “{example}”.',
    value: '{count} values are not among the choices of their field, such as “{example}”.',
    most: '{count} cells are too many at once: paste them in a second step.',
  },
  whyOne: {
    rows: '1 cell lies below the last loaded row: “{example}”.',
    columns: '1 cell lies right of the last column: “{example}”.',
    readOnly: 'The cell for “{example}” cannot be edited.',
    value: '“{example}” is not among the choices of its field.',
    most: '1 cell is too many at once: paste it in a second step.',
  },
} as const;
