// Text shared by all charts.
export const charts = {
  asTable: 'Show as table',
  asChart: 'Show as chart',
  saveAs: 'Save {chart}',
  csv: 'Save as CSV',
  png: 'Save as PNG',
  pngFailed: 'The image could not be created. The CSV has the same figures.',
  point: '{over}: {value}',
  pointOf: '{over}, {series}: {value}',
  keys: 'Arrow keys go from point to point, Enter opens one.',
  ofBefore: '{share} of the step before',
} as const;
