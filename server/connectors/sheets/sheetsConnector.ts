import { setImmediate } from 'node:timers/promises';
import { fill, messages } from '../../../contract/messages.ts';
import { requiredColumns, sheetColumns } from '../../../contract/rules/connections/sheetColumns.ts';
import { findHeader, type SheetHeader } from '../../../contract/rules/connections/sheetHeader.ts';
import { ConnectionProblem } from '../../domain/connections/connectionProblem.ts';
import type { Connected, Connector, SyncPage } from '../../domain/connections/connector.ts';
import type { SheetSettings } from '../../domain/connections/facts.ts';
import type { Vendors } from '../vendors.ts';
import { windowsOf } from '../windows.ts';
import { sheetPlaceOf, zoneOfBook } from './bookPlace.ts';
import { createOtherLinesReader } from './otherLines.ts';
import { readGrids } from './readGrids.ts';
import { isDayBetween, readSheet, type SheetGrids, type SheetRow } from './readSheet.ts';
import { type BookInfo, sheetsApi, type TabInfo } from './sheetsApi.ts';
import { readSheetsForm } from './sheetsForm.ts';

const t = messages.sheets;
const PAGE_ROWS = 1000;
const ROWS_PER_TURN = 250;

const settingsOf = ({ connection }: Connected): SheetSettings => connection.settings as SheetSettings;

/** The tab of this name, or else the renamed tab. @throws ConnectionProblem listing the existing tabs */
const tabOf = (connected: Connected, { tabs }: BookInfo): TabInfo => {
  const { sheet_name, tab_id } = settingsOf(connected);
  const tab = tabs.find(({ title }) => title === sheet_name) ?? tabs.find(({ id }) => id === tab_id);
  if (tab) return tab;
  const { name } = connected.connection;
  const values = { name, tab: sheet_name, tabs: tabs.map(({ title }) => title).join(', ') };
  throw new ConnectionProblem('invalid_config', name, undefined, fill(t.noTab, values));
};

/** @throws ConnectionProblem if the time zone is unusable */
const zoneOf = ({ connection: { name } }: Connected, { timeZone }: BookInfo): string => {
  const zone = zoneOfBook(timeZone);
  if (zone !== null) return zone;
  throw new ConnectionProblem('invalid_config', name, undefined, fill(t.unknownZone, { name, zone: timeZone }));
};

const headerOf = ({ connection }: Connected, { type, sheet_name }: SheetSettings, { displayed }: SheetGrids): SheetHeader => {
  const refuse = (message: string, columns: readonly string[]): never => {
    const values = { name: connection.name, tab: sheet_name, columns: columns.join(', ') };
    throw new ConnectionProblem('bad_data', connection.name, undefined, fill(message, values));
  };
  if (displayed.length === 0) return refuse(t.empty, []);
  const header = findHeader(type, displayed);
  if (header === null) return refuse(t.noHeader, requiredColumns(type));
  return header.missing.length > 0 ? refuse(t.missingColumns, header.missing) : header;
};

const columnName = (type: SheetSettings['type'], column: string): string => sheetColumns[type][column]?.names[0] ?? column;

const factsOf = (
  { type }: SheetSettings,
  rows: readonly SheetRow[],
  readOtherLines: ReturnType<typeof createOtherLinesReader>,
): SyncPage['facts'] =>
  rows.map((read) => {
    const { number, key, fact, problem } = read;
    const { others, hash } = readOtherLines(read);
    const rowFacts = { external_id: key, external_version: hash, row: number };
    const readProblem = problem && {
      code: `sheet_${problem.code}` as const,
      column: columnName(type, problem.column),
      shown: problem.shown,
    };
    if (type === 'ar')
      return { kind: 'ledgerLine', ...rowFacts, line: fact?.kind === 'ledger' ? fact.row : null, others, problem: readProblem };
    return { kind: 'event', ...rowFacts, event: fact?.kind === 'event' ? fact.row.event : null, problem: readProblem };
  });

const dayOf = ({ fact }: SheetRow) => (fact?.kind === 'event' ? fact.row.day : null);

/**
 * Google Sheets (decisions 7.05): every run reads the whole tab, because a sheet has no change history; hashes identify unchanged rows.
 * The list of all rows precedes the first row, so that an emptied sheet is refused, and follows the last one, to find deleted rows.
 */
export const sheetsConnector = (vendors: Vendors): Connector => {
  const urls = {
    apiUrl: vendors.address('SHEETS_API_URL', 'https://sheets.googleapis.com'),
    tokenUrl: vendors.address('SHEETS_TOKEN_URL', 'https://oauth2.googleapis.com'),
  };
  return {
    kind: 'googlesheets',
    brings: 'events',
    setup: () => vendors.formSetup('googlesheets'),
    read: readSheetsForm,

    test: async (connected) => {
      const api = sheetsApi(connected, urls);
      const book = await api.book();
      const tab = tabOf(connected, book);
      const settings = settingsOf(connected);
      const top = await api.rows(tab.title, 1, 10, 'FORMATTED_VALUE');
      headerOf(connected, settings, { displayed: top, raw: top });
      return {
        account: `${settings.spreadsheet_id}#${tab.id}#${settings.type}`,
        settings: { tab_id: tab.id, title: book.title, sheet_name: tab.title },
      };
    },

    sync: async function* (connected) {
      const api = sheetsApi(connected, urls);
      const settings = settingsOf(connected);
      const book = await api.book();
      const grids = await readGrids(connected, api, tabOf(connected, book));
      const header = headerOf(connected, settings, grids);
      const sheetPlace = sheetPlaceOf(zoneOf(connected, book), book.locale);
      const rows: SheetRow[] = [];
      for (const row of readSheet(settings.type, header, grids, sheetPlace)) {
        rows.push(row);
        // Thousands of rows take a while, so other requests get a turn.
        if (rows.length % ROWS_PER_TURN === 0) await setImmediate();
      }
      const includedRows = rows.filter((row) => isDayBetween(dayOf(row), settings.start_date, settings.end_date));
      const keys = rows.map(({ key }) => key);
      // A row with an unreadable identity may be any of the apparently missing rows.
      const isWhole = rows.every(({ problem }) => problem === null);
      const columns = Object.entries(header.indexByColumn)
        .sort(([, indexA], [, indexB]) => indexA - indexB)
        .map(([column]) => columnName(settings.type, column));
      // Every attempt reads everything again.
      const checkpoint = null;
      yield {
        facts: [{ kind: 'sheetRows', external_id: 'rows', keys, columns, phase: 'before', isWhole }],
        checkpoint,
        total: includedRows.length,
      };
      const readOtherLines = createOtherLinesReader(rows);
      for (let from = 0; from < includedRows.length; from += PAGE_ROWS)
        yield {
          facts: factsOf(settings, includedRows.slice(from, from + PAGE_ROWS), readOtherLines),
          checkpoint,
          total: includedRows.length,
        };
      yield {
        facts: [{ kind: 'sheetRows', external_id: 'after', keys, columns, phase: 'after', isWhole }],
        checkpoint,
        total: includedRows.length,
      };
      if (settings.type === 'ar') return;
      // Shifts may have arrived before their events.
      for (const window of windowsOf(settings.start_date, settings.end_date))
        yield { facts: [{ kind: 'shiftSpan', external_id: `match ${window.from}`, ...window, ids: null }], checkpoint };
    },

    view: ({ settings }) => {
      const { spreadsheet_id, sheet_name, type, start_date, end_date, client_email } = settings as SheetSettings;
      return { spreadsheet_id, sheet_name, type, start_date, end_date, email: client_email };
    },
  };
};
