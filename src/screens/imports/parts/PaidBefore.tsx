import type { ImportDetail } from '../../../../contract/entities/import.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';

const t = messages.importRun;

/** The amount paid to each person before Quotaboard according to the file, and its excess over the earned amount (decisions 2.31). */
export function PaidBefore({ run }: { run: ImportDetail }) {
  if (run.people.length === 0) return null;
  return (
    <div className="form-stack">
      <h3>{t.paidBeforeTitle}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard. */}
      <section className="imports-scroll" tabIndex={0} aria-label={t.paidBeforeTitle}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t.paidBefore.person}</th>
              <th data-align="end">{t.paidBefore.records}</th>
              <th data-align="end">{t.paidBefore.amount}</th>
              <th data-align="end">{t.paidBefore.above}</th>
            </tr>
          </thead>
          <tbody>
            {run.people.map(({ user_id, name, rows, amount, above }) => (
              <tr key={user_id}>
                <td>{name}</td>
                <td data-align="end">{rows.toLocaleString('en-US')}</td>
                <td data-align="end">{amount === null ? messages.imports.none : <MoneyText cents={toCents(amount)} />}</td>
                <td data-align="end">{amount === null ? messages.imports.none : <MoneyText cents={toCents(above ?? 0)} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {run.more_people > 0 && <p className="muted">{fill(t.morePeople, { count: run.more_people })}</p>}
    </div>
  );
}
