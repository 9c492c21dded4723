import { type EventColumn, eventColumns } from '../../../contract/entities/event.ts';
import type { SavedLayout } from '../../machines/lists/columnLayout.machine.ts';
import type { GridLayout } from '../../ui/grid/types.ts';

const NUMBER_BASE = 36;

/** The ten columns that daily work needs. */
export const workingSet: readonly EventColumn[] = [
  'date_time',
  'customer',
  'activity',
  'reviewed',
  'tech_setup_required',
  'tech_setup_completed',
  'pre_program_setup_email_sent',
  'pre_program_reminder_email_sent',
  'sales_person',
  'sales_lead',
];
export const workingLayout: SavedLayout = {
  order: [...workingSet, ...eventColumns.filter((key) => !workingSet.includes(key))].map((key) => ({
    key,
    visible: workingSet.includes(key),
  })),
  widths: {},
};
export const isWorkingSet = ({ hidden }: GridLayout): boolean =>
  hidden.length === eventColumns.length - workingSet.length && !workingSet.some((key) => hidden.includes(key));

/** Order, hidden columns and widths as a short text for a saved view: "0.6s,1,2-". */
export const toColumnsText = ({ order, hidden, widths }: GridLayout): string =>
  order
    .map((key) => {
      const columnIndex = eventColumns.indexOf(key as EventColumn).toString(NUMBER_BASE);
      const width = widths[key];
      return `${columnIndex}${hidden.includes(key) ? '-' : ''}${width === undefined ? '' : `.${width.toString(NUMBER_BASE)}`}`;
    })
    .join(',');

export const parseColumns = (text: string): SavedLayout => {
  const parsedWidths = text.split(',').flatMap((part) => {
    const match = /^([0-9a-z])(-?)(?:\.([0-9a-z]{1,3}))?$/.exec(part);
    const key = match ? eventColumns[Number.parseInt(match[1] ?? '', NUMBER_BASE)] : undefined;
    return key ? [{ key, visible: match?.[2] === '', width: match?.[3] }] : [];
  });
  return {
    order: parsedWidths.map(({ key, visible }) => ({ key, visible })),
    widths: Object.fromEntries(
      parsedWidths.flatMap(({ key, width }) => (width === undefined ? [] : [[key, Number.parseInt(width, NUMBER_BASE)]])),
    ),
  };
};
