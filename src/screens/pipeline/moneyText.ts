import { messages } from '../../../contract/messages.ts';
import { toCents } from '../../../contract/rules/money.ts';
import { formatMoney } from '../../ui/display/format.ts';

/** An amount; a role that may not see it gets a sentence, never a zero (decisions 3.02). */
export const formatMoneyOrNote = (amount: number | null): string =>
  amount === null ? messages.pipeline.notForRole : formatMoney(toCents(amount));
