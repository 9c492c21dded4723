import { boolean, object, string } from 'yup';
import { limits } from '../limits.ts';
import { fill, messages } from '../messages.ts';

const t = messages.views;

export const viewForm = object({
  name: string()
    .trim()
    .required(t.nameRequired)
    .max(limits.views.nameLength, fill(t.nameLong, { most: limits.views.nameLength })),
  shared: boolean().default(false),
});
export type ViewForm = Readonly<{ name: string; shared: boolean }>;
