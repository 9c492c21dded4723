import { fill, messages } from '../../../contract/messages.ts';
import type { MailText } from '../../db/repositories/mail/outbox.ts';

/** Maximum notices per message; further ones are only counted. */
const MAX_ITEMS = 20;
/** A section of Slack holds 3,000 characters; escaping turns one character into at most five. */
const MAX_CHARS = 2900;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Truncates before escaping, so that no escape sequence is cut. */
const fitted = (text: string, room: number): string => {
  let cut = text;
  while (escaped(cut).length > room) cut = cut.slice(0, Math.floor(cut.length * 0.9));
  return escaped(cut);
};

const sectionOf = ({ subject, body, link }: MailText, links: string | null): string => {
  const lead = link !== null && links !== null ? `\n<${escaped(new URL(link, links).href)}|${messages.channelMessage.open}>` : '';
  const title = `*${fitted(subject, 300)}*\n`;
  return title + fitted(body, MAX_CHARS - title.length - lead.length) + lead;
};

/**
 * Slack's format for incoming webhooks: the blocks, and the same content as `text` for clients without blocks.
 * @param links base URL for paths; null if the server's public URL is not configured
 */
export const channelText = (all: readonly MailText[], links: string | null) => {
  const sections = all.slice(0, MAX_ITEMS).map((mail) => sectionOf(mail, links));
  if (all.length > MAX_ITEMS) sections.push(fill(messages.channelMessage.more, { count: all.length - MAX_ITEMS }));
  return { text: sections.join('\n\n'), blocks: sections.map((text) => ({ type: 'section', text: { type: 'mrkdwn', text } })) };
};
