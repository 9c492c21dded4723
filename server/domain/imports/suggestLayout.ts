import type { ImportMapping } from '../../../contract/entities/import.ts';
import { importProblems as t } from '../../../contract/messages/importProblems.ts';
import { importLayouts, importReport, imports } from '../../../contract/messages/imports.ts';
import { fill } from '../../../contract/messages.ts';
import type { ImportField, ImportKind } from '../../../contract/rules/imports/fields.ts';
import { detectLayout, kindsOfLayout } from '../../../contract/rules/imports/layouts/index.ts';
import type { LayoutId } from '../../../contract/rules/imports/layouts/layout.ts';
import { rememberedMapping, suggestedMapping } from '../../../contract/rules/imports/mapping.ts';
import type { RememberedMapping } from '../../db/repositories/imports/importRuns.ts';
import type { FileContents } from './reading/index.ts';

type Suggestion = Readonly<{ layout: LayoutId; mapping: ImportMapping; warnings: string[] }>;

/** Fields that were added after mappings without a layout were saved. */
const LATER_FIELDS: readonly ImportField[] = ['type', 'status', 'source_id', 'refunded'];

const withLaterFields = (mapping: ImportMapping, suggested: ImportMapping): ImportMapping => {
  const usedColumns = new Set(Object.values(mapping).map(({ column }) => column));
  const laterFields = LATER_FIELDS.flatMap((field) => {
    const suggestedColumn = suggested[field];
    return suggestedColumn && !mapping[field] && !usedColumns.has(suggestedColumn.column) ? [[field, suggestedColumn] as const] : [];
  });
  return { ...mapping, ...Object.fromEntries(laterFields) };
};

/** Maps the headings of a report grouped by salesperson: names without digits that are not those of customers. */
const withHeadings = (kind: ImportKind, mapping: ImportMapping, columns: FileContents['columns']): ImportMapping => {
  const column = columns.findIndex(({ name }) => name === importReport.heading);
  const samples = columns[column]?.samples ?? [];
  if (kind === 'receipts' || mapping.salesperson || samples.length === 0) return mapping;
  const customers = columns[mapping.customer?.column ?? -1]?.samples ?? [];
  const areNames = samples.every((text) => !/\d/.test(text) && !customers.includes(text));
  return areNames ? { ...mapping, salesperson: { column } } : mapping;
};

/** The layout and column mapping of a file: saved from a file of the same shape, or as defined by the layout. */
export const suggestLayout = (
  kind: ImportKind,
  { columns, leading }: Pick<FileContents, 'columns' | 'leading'>,
  rememberedLayout: RememberedMapping | undefined,
): Suggestion => {
  const detected = detectLayout(columns.map(({ name }) => name));
  const kinds = kindsOfLayout(detected.layout);
  const fitsKind = kinds.includes(kind);
  const layout = rememberedLayout?.layout ?? (fitsKind ? detected.layout : 'generic');
  const suggested = withHeadings(kind, suggestedMapping(kind, layout, columns), columns);
  const remembered = rememberedLayout && rememberedMapping(rememberedLayout.mapping, leading);
  const mapping = remembered === undefined ? suggested : rememberedLayout?.layout ? remembered : withLaterFields(remembered, suggested);
  const name = importLayouts[detected.layout];
  const otherKindWarnings = !fitsKind
    ? [fill(t.layoutOtherKind, { layout: name, kinds: kinds.map((one) => imports.kinds[one]).join(', ') })]
    : [];
  const isMissing =
    fitsKind && detected.missing.length > 0 && rememberedLayout === undefined
      ? [fill(t.layoutMissing, { layout: name, columns: detected.missing.join(', ') })]
      : [];
  return { layout, mapping, warnings: [...otherKindWarnings, ...isMissing] };
};
