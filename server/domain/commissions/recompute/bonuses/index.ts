/** Bonuses that plans pay for reaching a level, and prizes of contests (decisions 2.08). */
export { hasBonuses, settleBonuses } from './settleBonuses.ts';
export { settleContests } from './settleContests.ts';
