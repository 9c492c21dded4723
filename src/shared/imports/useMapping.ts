import { useState } from 'react';
import type { ImportChoices, ImportDetail, ImportMapping } from '../../../contract/entities/import.ts';
import { fill, messages } from '../../../contract/messages.ts';
import type { ImportField } from '../../../contract/rules/imports/fields.ts';
import type { LayoutId } from '../../../contract/rules/imports/layouts/layout.ts';
import { mappingErrors, paidMapping, suggestedMapping } from '../../../contract/rules/imports/mapping.ts';
import type { BoundImportRun } from './useRun.ts';

/** The choices of a file's layout and columns, until they are submitted. */
export const useMapping = (run: ImportDetail, bound: BoundImportRun) => {
  const [layout, setLayout] = useState<LayoutId>(run.layout);
  const [mapping, setMapping] = useState<ImportMapping>(run.mapping);
  const [choices, setChoices] = useState<ImportChoices>(run.choices);
  const [recorded, setRecorded] = useState(run.mapping.paid !== undefined);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const put = (field: ImportField, place: ImportMapping[string] | undefined): void => {
    const { [field]: _, ...rest } = mapping;
    setMapping(place === undefined ? rest : { ...rest, [field]: place });
    setErrors({});
  };
  const submit = (): void => {
    const isMissing = recorded && mapping.paid === undefined;
    const found = mappingErrors(run.kind, run.columns, mapping, choices);
    if (isMissing) found.paid = fill(messages.importProblems.needed, { field: messages.importFields.paid });
    setErrors(found);
    if (Object.keys(found).length === 0) bound.step({ kind: 'map', body: { layout, mapping, choices } });
  };
  const chooseLayout = (chosen: LayoutId): void => {
    const suggested = suggestedMapping(run.kind, chosen, run.columns);
    setLayout(chosen);
    setMapping(suggested);
    setRecorded(suggested.paid !== undefined);
    setErrors({});
  };
  const recordPaid = (chosen: boolean): void => {
    const { paid: _paid, paid_on: _paidOn, ...rest } = mapping;
    setRecorded(chosen);
    setMapping(chosen ? { ...rest, ...paidMapping(run.columns, layout, rest) } : rest);
    setErrors({});
  };
  const nameDay = (day: string): void => {
    const { day: _, ...rest } = choices;
    setChoices(day === '' ? rest : { ...rest, day });
    setErrors({});
  };
  const isDayAsked = run.kind === 'receipts' ? mapping.date === undefined : recorded && mapping.paid_on === undefined;
  return { layout, mapping, choices, recorded, errors, isDayAsked, put, submit, chooseLayout, recordPaid, nameDay };
};
