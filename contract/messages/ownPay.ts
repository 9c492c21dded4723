/** Changes by which somebody raises their own pay (decisions 3.06). */
export const ownPay = {
  refused: 'This changes your own commission from {before} to {after}, so another person has to make it.',
} as const;
