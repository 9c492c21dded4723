import { Suspense } from 'react';
import type { Integration } from '../../../../contract/entities/connection.ts';
import { sheetsForm } from '../../../../contract/forms/sources.ts';
import { sheets as text } from '../../../../contract/messages/sheets.ts';
import { fill } from '../../../../contract/messages.ts';
import {
  exampleSheet,
  requiredColumns,
  type SheetType,
  sheetColumns,
  sheetTypes,
} from '../../../../contract/rules/connections/sheetColumns.ts';
import { CopyButton } from '../../../shared/secret/CopyButton.tsx';
import { formatDate } from '../../../ui/display/format.ts';
import { lazyComponent } from '../../../ui/support/later.tsx';
import type { AddField } from './AddDialog.tsx';
import { toIsoDays } from './dates.ts';
import { IntegrationTab } from './IntegrationTab.tsx';
import { useVendorSetup } from './SetupNote.tsx';
import { useAddIntegration } from './useAddIntegration.ts';
import { useIntegrations } from './useIntegrations.ts';

const [AddDialog] = lazyComponent(() => import('./AddDialog.tsx'));

const fields: readonly AddField[] = [
  { name: 'name', label: text.fields.name, type: 'text', again: true },
  { name: 'service_account_credentials', label: text.fields.credentials, type: 'document', again: true },
  { name: 'spreadsheet_id', label: text.fields.spreadsheet, hint: text.fields.spreadsheetHint, type: 'text', again: true },
  { name: 'sheet_name', label: text.fields.sheet, type: 'text', again: true },
  {
    name: 'type',
    label: text.fields.type,
    type: 'select',
    options: sheetTypes.map((value) => ({ value, label: text.types[value] })),
    again: true,
  },
  { name: 'start_date', label: text.fields.start, type: 'date', again: true },
  { name: 'end_date', label: text.fields.end, type: 'date', again: true },
];
const EMPTY = {
  name: '',
  service_account_credentials: '',
  spreadsheet_id: '',
  sheet_name: '',
  type: 'schedule',
  start_date: '',
  end_date: '',
};

const toFacts = ({ spreadsheet_id, sheet_name, type, start_date, end_date, email }: Integration) =>
  [
    [text.facts.sheet, sheet_name],
    [text.facts.type, sheetTypes.some((sheetType) => sheetType === type) ? text.types[type as SheetType] : type],
    [text.facts.days, start_date && end_date ? fill(text.days, { start: formatDate(start_date), end: formatDate(end_date) }) : null],
    [text.facts.sharedWith, email],
    [text.facts.spreadsheet, spreadsheet_id],
  ] as const;

/** The allowed columns of a sheet, and an example to paste into an empty one (decisions 7.05). */
function Columns({ type }: { type: SheetType }) {
  const requiredNames = requiredColumns(type);
  const optionalNames = Object.values(sheetColumns[type]).flatMap(({ names: [name = ''] }) => (requiredNames.includes(name) ? [] : [name]));
  return (
    <details className="integration-columns">
      <summary>{`${text.columns}: ${text.types[type]}`}</summary>
      <p>{fill(text.columnsNeeded, { columns: requiredNames.join(', ') })}</p>
      <p className="muted">{fill(text.columnsKnown, { columns: optionalNames.join(', ') })}</p>
      <p>
        <CopyButton text={exampleSheet(type)} label={text.copyExample} copied={text.copied} size="small" />
      </p>
    </details>
  );
}

/** spec 2.51, 2.55, 3.17: Google Sheets, the source of events or receivables. */
export default function SheetsTab() {
  const list = useIntegrations('googlesheets');
  const add = useAddIntegration('googlesheets', list, toIsoDays);
  const setup = useVendorSetup(list);
  return (
    <IntegrationTab kind="googlesheets" list={list} onAdd={add.add} onReconnect={({ id }) => add.reconnect(id)} factsOf={toFacts}>
      {add.open && (
        <Suspense fallback={null}>
          <AddDialog
            title={add.again === null ? text.addTitle : text.againTitle}
            form={sheetsForm}
            fields={fields}
            defaults={EMPTY}
            standIn={setup?.values ?? null}
            add={add}
            hint={text.hint}
            help={sheetTypes.map((type) => <Columns key={type} type={type} />)}
          />
        </Suspense>
      )}
    </IntegrationTab>
  );
}
