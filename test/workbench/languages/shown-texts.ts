import { readFileSync } from 'node:fs';
import type { Frame, Page } from 'playwright-core';
import type { DisplayLanguage } from './display-language.ts';
import { englishManifest, englishMessages, pseudo } from './pseudo-language.ts';

/**
 * Returns the texts of visible elements that have texts of their own, and their accessible names, placeholders and
 * tooltips. In the page's language: here are no types of a browser.
 */
const collect = `(root) => {
  const texts = new Set();
  const add = (text) => { const trimmed = text?.replace(/\\s+/g, ' ').trim(); if (trimmed) texts.add(trimmed); };
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (!element.checkVisibility?.() || /^(SCRIPT|STYLE)$/i.test(element.tagName)) continue;
    // A row of a quick pick that VS Code uses again keeps the accessible name of its earlier keybinding.
    if (element.matches('.monaco-keybinding')) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'])
      add(element.getAttribute(name));
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (own) add(element.textContent);
  }
  return [...texts];
}`;

/** The texts of the visible elements that match a CSS selector, in a page or the frame of a webview. */
export function textsIn(page: Page | Frame, selector: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})].flatMap(${collect})`);
}

/** The part of a text that is not from the pseudo language: what is outside of its brackets. */
export function outsideBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const character of text) {
    if (character === '⟦') depth += 1;
    else if (character === '⟧') depth = Math.max(0, depth - 1);
    else if (depth === 0) outside += character;
  }
  return outside;
}

/** The English words in a text that are not from the pseudo language, except those that `isName` accepts. */
export function englishWords(text: string, isName: (word: string) => boolean): string[] {
  return (outsideBrackets(text).match(/[A-Za-z]{3,}/g) ?? []).filter((word) => !isName(word));
}

/**
 * Returns a function that finds texts of the extension in English which have a translation in `language`. They are of
 * several words: VS Code has many of the single words, too. `messagesOfVSCode`: the path of VS Code's own texts, which
 * are English in the tests.
 */
export function englishTextFinder(
  language: DisplayLanguage,
  messagesOfVSCode: string,
): (text: string) => boolean {
  const own = new Set<string>(JSON.parse(readFileSync(messagesOfVSCode, 'utf8')));
  const patterns = [
    ...translatedTexts(englishManifest(), language.manifest),
    ...translatedTexts(englishMessages(), language.messages),
  ]
    .flatMap((text) => text.split('\n'))
    .map((text) => text.replace(/^\[(.*)\]\([^)]*\)$/, '$1'))
    .filter((text) => /\w.* /.test(text.replace(/\{\w+\}/g, '').trim()) && !own.has(text))
    .map((text) => new RegExp(`^${messagePattern(text)}$`));
  return (text) => patterns.some((pattern) => pattern.test(text));
}

/** A pattern for a message of the extension in the pseudo language, whose placeholders can be anything. */
export function shown(english: string): RegExp {
  return new RegExp(messagePattern(pseudo(english)));
}

/** The source of a regular expression for a message, whose placeholders can be anything. */
export function messagePattern(message: string): string {
  return message
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('[^]*');
}

function translatedTexts(
  english: Readonly<Record<string, string>>,
  translations: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(english)
    .filter(([key, text]) => translations[key] !== text)
    .map(([, text]) => text);
}
