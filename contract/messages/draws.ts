// Draws, a person's monthly minimum (decisions 2.08).
export const drawRefusals = {
  settled: 'A later payment has recovered the draw of {month}. Reverse that payment first.',
  moved: 'The draw of {month} has changed since this payment was proposed. Propose a new payout run instead.',
} as const;
