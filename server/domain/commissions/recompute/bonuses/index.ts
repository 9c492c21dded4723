/** Bonuses that plans pay for reaching a level (decisions 2.08). */
export { hasBonuses, settleBonuses } from './settleBonuses.ts';
