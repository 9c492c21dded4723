import { closed, integer, listOf, oneOf, type Shape, type Spec, text } from './specCheck.ts';

/** Every field of Google's responses is optional; the call's `fields` may also omit it. */
const open = (properties: Readonly<Record<string, Shape>>): Shape => closed({}, properties);
const range = open({
  sheetId: integer,
  startRowIndex: integer,
  endRowIndex: integer,
  startColumnIndex: integer,
  endColumnIndex: integer,
});
const sheet = open({
  properties: open({
    sheetId: integer,
    title: text,
    index: integer,
    gridProperties: open({ rowCount: integer, columnCount: integer }),
  }),
  merges: listOf(range),
});

/** Written from Google's discovery document of Sheets v4. */
export const sheetsSpec: Spec = {
  source: 'github.com/googleapis/google-api-nodejs-client, discovery/sheets-v4.json',
  version: '01d85d9',
  operations: [
    // Another service, which describes itself by RFC 6749 (5.1).
    {
      method: 'POST',
      path: '/token',
      answer: closed({ access_token: text, token_type: text }, { expires_in: integer, scope: text }),
    },
    {
      method: 'GET',
      path: '/v4/spreadsheets/{spreadsheetId}',
      query: { fields: text, includeGridData: oneOf('true', 'false'), ranges: text },
      answer: open({
        spreadsheetId: text,
        spreadsheetUrl: text,
        properties: open({ title: text, locale: text, timeZone: text }),
        sheets: listOf(sheet),
      }),
    },
    {
      method: 'GET',
      path: '/v4/spreadsheets/{spreadsheetId}/values/{range}',
      query: {
        majorDimension: oneOf('DIMENSION_UNSPECIFIED', 'ROWS', 'COLUMNS'),
        valueRenderOption: oneOf('FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'),
        dateTimeRenderOption: oneOf('SERIAL_NUMBER', 'FORMATTED_STRING'),
      },
      answer: open({
        range: text,
        majorDimension: oneOf('ROWS', 'COLUMNS'),
        values: listOf(listOf({ type: ['string', 'number', 'boolean'] })),
      }),
    },
  ],
};
