import { type BankState, bankStates } from '../../../../contract/entities/bank.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { NONE } from '../../../ui/display/format.ts';
import { Skeleton } from '../../../ui/display/Skeleton.tsx';
import type { Bank } from './useBank.ts';

const t = messages.bank;

/** Four counts that add up to the number of transactions; each filters the list. */
export function BankCards({ bank: { view, act } }: { bank: Bank }) {
  const { summary, filters, stale, failure } = view;
  const placeholder = failure === null ? <Skeleton width={96} height={24} /> : NONE;
  const toggle = (state: BankState) => () => act.choose('state', filters.state === state ? '' : state);
  const note = (state: BankState): string => fill(t.cardNotes[state], { total: (summary?.total ?? 0).toLocaleString('en-US') });
  return (
    <section
      className={stale ? 'payment-cards bank-cards is-stale' : 'payment-cards bank-cards'}
      aria-label={t.totals}
      aria-busy={summary === null && failure === null}
    >
      {bankStates.map((state) => (
        <button key={state} type="button" className="payment-card" aria-pressed={filters.state === state} onClick={toggle(state)}>
          <span className="muted">{t.cards[state]}</span>
          <span className="payment-card-figure figure">{summary === null ? placeholder : summary[state].toLocaleString('en-US')}</span>
          <span className="payment-card-note">{note(state)}</span>
        </button>
      ))}
    </section>
  );
}
