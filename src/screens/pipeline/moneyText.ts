import { messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { formatMoney } from '../../ui/display/format.ts';

/** An amount; where others see money and one's role does not, that is said, never a zero (decisions 3.02). */
export const moneyText = (amount: number | null): string => (amount === null ? messages.pipeline.notForRole : formatMoney(toCents(amount)));
