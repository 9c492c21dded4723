/** Bonuses that plans promise for reaching a level (decisions 2.08). */
export { followBonuses } from './followBonuses.ts';
export { hasBonuses, settleBonuses } from './settleBonuses.ts';
