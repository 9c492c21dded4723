// The company's logo in System Settings.
export const companyLogo = {
  title: 'Logo',
  hint: 'Shown beside the company name, and on invoices and statements. A PNG or JPEG of up to 200 kB and 1024 × 1024 pixels.',
  none: 'No logo',
  shown: 'The current logo',
  choose: 'Choose a picture',
  replace: 'Replace',
  remove: 'Remove',
  saving: 'Saving…',
  saved: 'The logo is saved.',
  removed: 'The logo is removed.',
  wrongKind: 'The logo must be a PNG or JPEG picture. Nothing was saved.',
  tooLarge: 'The logo can have at most 200 kB. Save it smaller, then choose it again. Nothing was saved.',
  tooWide: 'The logo can be at most {most} pixels wide and high; this one has {width} × {height}. Nothing was saved.',
  unreadable:
    'This picture can’t be printed on documents. Save it again as a 24-bit PNG without interlacing or as an ordinary JPEG, then choose it. Nothing was saved.',
  loadFailed: 'The logo could not be loaded.',
  saveFailed: 'The logo could not be saved.',
  removeFailed: 'The logo could not be removed.',
  confirmRemove: {
    title: 'Remove the logo?',
    text: 'New invoices and statements are written without it. Documents that were issued keep theirs.',
    accept: 'Remove',
  },
} as const;
