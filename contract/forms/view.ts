import { boolean, object, string } from 'yup';
import { limits } from '../limits.ts';
import { fill, messages } from '../messages.ts';

const text = messages.views;

export const viewForm = object({
  name: string()
    .trim()
    .required(text.nameRequired)
    .max(limits.views.nameLength, fill(text.nameLong, { most: limits.views.nameLength })),
  shared: boolean().default(false),
});
export type ViewForm = Readonly<{ name: string; shared: boolean }>;
