/** Bonuses that plans promise for reaching a level (decisions 2.08). */
export { hasBonuses, settleBonuses } from './settleBonuses.ts';
