import type { Explanation } from '../../../../contract/entities/explanation.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { formatDate } from '../../../ui/format.ts';
import { formatAmount } from '../columns.tsx';
import { WhyTable } from './WhyTable.tsx';

const text = messages.explain;

/** What is blocking payment, and who can unblock it. */
export function Blocks({ blocks }: { blocks: Explanation['blocks'] }) {
  return (
    <section className="why-part">
      <h3>{text.blocks}</h3>
      {blocks.length === 0 ? (
        <p>{text.noBlocks}</p>
      ) : (
        <ul className="why-blocks">
          {blocks.map((block) => (
            <li key={block.sentence}>{fill(text.block, block)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The server names most rows in words of their own; a plan and an adjustment go by their name and reason only. */
const rowText = ({ kind, label }: Explanation['rows'][number]): string =>
  kind === 'plan' || kind === 'adjustment' ? fill(text.kinds[kind], { label }) : label;

/** The rows that were read for the answer. */
export function ReadRows({ title, rows }: { title: string; rows: Explanation['rows'] }) {
  return (
    <WhyTable
      title={title}
      headers={[text.row, text.date, text.note, text.amount]}
      rows={rows.map((row) => [
        rowText(row),
        formatDate(row.date),
        row.note ?? messages.commissions.none,
        row.amount === null ? messages.commissions.none : formatAmount(row.amount),
      ])}
    />
  );
}
