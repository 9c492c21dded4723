import { object, string } from 'yup';
import { messages } from '../messages.ts';
import { plainTextTest } from './plain.ts';

const t = messages.disputes;

/** A question, a reply or a resolution (decisions 2.13). */
export const disputeForm = object({
  message: string()
    .trim()
    .required(t.messageRequired)
    .min(5, t.messageShort)
    .max(2000, t.messageLong)
    .test(plainTextTest(messages.server.thisText)),
});
