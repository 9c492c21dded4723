import { object, string } from 'yup';
import { limits } from '../limits.ts';
import { fill, messages } from '../messages.ts';

const t = messages.planDrafts;
const { nameLength, commentLength } = limits.planDrafts;

export const planDraftForm = object({
  name: string()
    .trim()
    .required(t.nameRequired)
    .max(nameLength, fill(t.nameLong, { most: nameLength })),
});
export type PlanDraftForm = Readonly<{ name: string }>;

export const planDraftCommentForm = object({
  text: string()
    .trim()
    .required(t.commentRequired)
    .max(commentLength, fill(t.commentLong, { most: commentLength })),
});
export type PlanDraftCommentForm = Readonly<{ text: string }>;
