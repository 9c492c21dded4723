import '../../../ui/theme/plainTable.css';
import type { ConfigPreview } from '../../../../contract/entities/settings.ts';
import { fill, messages } from '../../../../contract/messages.ts';
import { toCents } from '../../../../contract/rules/money.ts';
import { Button } from '../../../ui/Button.tsx';
import { Alert } from '../../../ui/display/Alert.tsx';
import { formatMoney } from '../../../ui/display/format.ts';
import { formatInstant } from '../../../ui/display/formatInstant.ts';
import { MoneyText } from '../../../ui/display/Money.tsx';
import type { General } from '../useGeneralSettings.ts';

const t = messages.generalSettings;

const toSentence = (preview: ConfigPreview): string => {
  if (preview.errors.length > 0) return t.previewErrors;
  if (preview.changed_records === 0) return t.previewNothing;
  const { due_change: due = 0 } = preview;
  const sentence = fill(t.previewSummary, {
    records: preview.changed_records,
    people: preview.people,
    delta: formatMoney(toCents(preview.delta_total)),
    closed: preview.closed_untouched,
  });
  return due === 0 ? sentence : `${sentence} ${fill(t.previewDue, { due: formatMoney(toCents(due)) })}`;
};

/** The effects of the typed configuration; stores nothing (decisions 2.07). */
export function ConfigEffects({ general: { view, closePreview } }: { general: General }) {
  const { preview, previewError } = view;
  if (view.calculating) return <p role="status">{t.previewing}</p>;
  if (previewError !== null) return <Alert onDismiss={closePreview}>{previewError}</Alert>;
  if (!preview) return null;
  return (
    <>
      <div className="system-effects">
        <p role="status">
          <strong>{t.previewTitle}:</strong>{' '}
          <span>
            {toSentence(preview)} {fill(t.previewAsOf, { when: formatInstant(preview.as_of) })}
          </span>
        </p>
        <Button size="small" severity="secondary" onClick={closePreview}>
          {t.close}
        </Button>
      </div>
      {preview.by_user.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard.
        <section className="system-scroll" aria-label={t.previewTitle} tabIndex={0}>
          <table className="plain-table">
            <thead>
              <tr>
                <th>{t.previewColumns.person}</th>
                <th data-align="end">{t.previewColumns.records}</th>
                <th data-align="end">{t.previewColumns.delta}</th>
                <th data-align="end">{t.previewColumns.due}</th>
              </tr>
            </thead>
            <tbody>
              {preview.by_user.map(({ user_id, name, records, delta, due_change: due = 0 }) => (
                <tr key={user_id}>
                  <td>{name}</td>
                  <td data-align="end">{records}</td>
                  <td data-align="end">
                    <MoneyText cents={toCents(delta)} />
                  </td>
                  <td data-align="end">
                    <MoneyText cents={toCents(due)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}
