import '../../../ui/theme/plainTable.css';
import type { PayoutLine, PayoutPart } from '../../../../contract/entities/payout.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { RefLink } from '../../../shared/trace/RefLink.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';

const t = messages.payouts;
/** Parts with more lines start collapsed. */
const MAX_OPEN_LINES = 8;

function Line({ line }: { line: PayoutLine }) {
  const { kind, id, label, customer_name, day, amount, missing } = line;
  return (
    <tr>
      <th scope="row">
        <RefLink of={{ kind, id }} day={day}>
          {label}
        </RefLink>
        {customer_name !== null && customer_name !== '' && <span className="muted"> {customer_name}</span>}
        {missing && <span className="payout-missing muted">{t.panel.missing}</span>}
      </th>
      <td>{formatDate(day)}</td>
      <td data-align="end">
        <MoneyText cents={toCents(amount)} />
      </td>
    </tr>
  );
}

function Lines({ lines, label }: { lines: readonly PayoutLine[]; label: string }) {
  return (
    <table className="plain-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t.panel.item}</th>
          <th scope="col">{t.panel.day}</th>
          <th scope="col" data-align="end">
            {t.panel.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={`${line.kind} ${line.id} ${line.missing}`} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Part({ part: { cause, amount, lines } }: { part: PayoutPart }) {
  const label = t.causes[cause];
  const figure = <MoneyText cents={toCents(amount)} />;
  if (lines.length === 0)
    return (
      <p className="payout-part-head">
        <span>{label}</span> {figure}
      </p>
    );
  return (
    <details className="payout-part" open={lines.length <= MAX_OPEN_LINES}>
      <summary className="payout-part-head">
        <span>
          {label} <span className="muted">{fill(t.panel.count, { count: lines.length })}</span>
        </span>{' '}
        {figure}
      </summary>
      <div className="payout-lines">
        <Lines lines={lines} label={label} />
      </div>
    </details>
  );
}

/** The lines of a payout by cause; each links to its record or adjustment. */
export function PayoutParts({ parts }: { parts: readonly PayoutPart[] }) {
  return (
    <section aria-label={t.panel.parts} className="payout-parts">
      <h3>{t.panel.parts}</h3>
      {parts.length === 0 ? <p className="muted">{t.panel.noParts}</p> : parts.map((part) => <Part key={part.cause} part={part} />)}
    </section>
  );
}
