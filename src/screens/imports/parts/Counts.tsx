import { type ImportDetail, importFates } from '../../../../contract/entities/import.ts';
import { messages } from '../../../../contract/messages.ts';

/** The number of rows per outcome; outcomes without rows are hidden, except new ones. */
export function Counts({ counts }: { counts: ImportDetail['counts'] }) {
  return (
    <dl className="imports-counts" aria-label={messages.importRun.counts}>
      {importFates
        .filter((fate) => counts[fate] > 0 || fate === 'new')
        .map((fate) => (
          <div key={fate}>
            <dt className="muted">{messages.importFateLabels[fate]}</dt>
            <dd className="figure">{counts[fate].toLocaleString('en-US')}</dd>
          </div>
        ))}
    </dl>
  );
}
