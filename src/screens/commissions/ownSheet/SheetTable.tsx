import '../../../ui/theme/plainTable.css';
import type { KeyboardEvent } from 'react';
import { fill, messages } from '../../../../contract/messages.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { type KeyRow, usePageKeys } from '../../../ui/support/pageKeys.ts';
import type { ComparedSheetRow } from './connectOwnSheet.ts';
import type { OwnSheet } from './useOwnSheet.ts';

const t = messages.ownSheet;
const columnKeys = ['line', 'invoice', 'customer', 'yours', 'ours', 'difference', 'why', 'ask'] as const;
const amounts: readonly string[] = ['yours', 'ours', 'difference'];
const shortcuts: readonly KeyRow[] = [['Q', t.askKeys]];

/** The text of a question, for review before it is sent. */
function Question({ sheet, onEnd }: { sheet: OwnSheet; onEnd: () => void }) {
  const { view } = sheet;
  return (
    <div className="own-sheet-question">
      <Field label={t.question}>
        {(controlProps) => (
          <Textarea
            {...controlProps}
            autoFocus
            autoResize
            rows={2}
            disabled={view.sending}
            value={view.question?.text ?? ''}
            onChange={({ target }) => sheet.type(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.shiftKey) {
                event.preventDefault();
                sheet.send();
              }
              if (event.key === 'Escape') {
                event.stopPropagation();
                onEnd();
              }
            }}
          />
        )}
      </Field>
      <Button size="small" disabled={!view.maySend} onClick={sheet.send}>
        {view.sending ? t.sending : t.send}
      </Button>
      <Button size="small" severity="secondary" disabled={view.sending} onClick={onEnd}>
        {messages.cancel}
      </Button>
    </div>
  );
}

function Row({ row, sheet, onWhyNot }: { row: ComparedSheetRow; sheet: OwnSheet; onWhyNot: ((invoice: string) => void) | undefined }) {
  const { view } = sheet;
  const { recordId } = row;
  const startQuestion = (): void => {
    if (recordId !== null && row.state === 'differs') sheet.begin(recordId, row.message);
  };
  const isAsking = view.question !== null && view.question.recordId === recordId;
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>): void => {
    const isField = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (event.key.toLowerCase() === 'q' && !event.ctrlKey && !event.metaKey && !event.altKey && !isField) {
      event.preventDefault();
      startQuestion();
    }
  };
  return (
    <tr tabIndex={0} data-state={row.state} onKeyDown={onKeyDown}>
      <td data-head={t.heads.line}>{row.line}</td>
      <td>
        {row.href === null ? (
          row.invoice
        ) : (
          // Opens a new tab: the comparison exists only on this page.
          <a href={row.href} target="_blank" rel="noreferrer" aria-label={fill(t.record, { invoice: row.invoice })}>
            {row.invoice}
          </a>
        )}
      </td>
      <td data-head={t.heads.customer}>{row.customer}</td>
      <td data-align="end" data-head={t.heads.yours}>
        {row.yours}
      </td>
      <td data-align="end" data-head={t.heads.ours}>
        {row.ours}
      </td>
      <td data-align="end" data-head={t.heads.difference}>
        {row.difference}
      </td>
      <td>
        {row.why}{' '}
        {row.state === 'no_record' && onWhyNot && (
          <Button size="small" severity="secondary" onClick={() => onWhyNot(row.invoice)}>
            {t.whyNot}
          </Button>
        )}
        {isAsking && <Question sheet={sheet} onEnd={sheet.cancel} />}
      </td>
      <td>
        {row.isAsked && <span role="status">{t.asked}</span>}
        {!row.isAsked && !isAsking && row.state === 'differs' && recordId !== null && view.asks && (
          <Button
            size="small"
            severity="secondary"
            disabled={!view.mayAsk(recordId)}
            aria-keyshortcuts="Q"
            aria-label={fill(t.askOf, { invoice: row.invoice })}
            onClick={startQuestion}
          >
            {t.ask}
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Differences first, then rows missing on either side, then matches. */
export function SheetTable({
  sheet,
  days,
  onWhyNot,
}: {
  sheet: OwnSheet;
  days: string;
  onWhyNot: ((invoice: string) => void) | undefined;
}) {
  usePageKeys(shortcuts);
  const { view } = sheet;
  const allAgree = view.rows.every(({ state }) => state === 'agrees');
  return (
    <>
      <p role="status">
        {allAgree ? t.allAgree : ''} {[...view.counts, days].join(' · ')}
      </p>
      <div className="own-sheet-table">
        <table className="plain-table" aria-label={t.table} aria-busy={view.explaining}>
          <thead>
            <tr>
              {columnKeys.map((head) => (
                <th key={head} scope="col" data-align={amounts.includes(head) ? 'end' : undefined}>
                  {t.heads[head]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.rows.map((row) => (
              <Row key={row.key} row={row} sheet={sheet} onWhyNot={onWhyNot} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
