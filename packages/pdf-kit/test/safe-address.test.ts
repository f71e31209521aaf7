import { describe, expect, it } from 'vitest';
import { safeAddress } from '../src/page-model/annotations/safe-address.ts';

describe('safeAddress', () => {
  it.each([
    'https://example.com/a?b=c#d',
    'http://example.com',
    'HTTP://EXAMPLE.COM/',
    'ftp://example.com/file.zip',
    'mailto:someone@example.com?subject=hello%20you',
    'tel:+441632960417',
  ])('keeps %s', (address) => {
    expect(safeAddress(address)).toBe(address);
  });

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'vbscript:x',
    'data:text/html,<script>1</script>',
    'file:///etc/passwd',
    'file://server/share/run.exe',
    '\\\\server\\share\\run.exe',
    '//server/share/run.exe',
    'http:\\\\server\\share',
    'http:///etc',
    'http://[::1',
    'https://example.com:99999/',
    'ftp://a b/',
    'C:\\Windows\\System32\\calc.exe',
    'calc.exe',
    '../other.docx',
    'ms-word:ofe|u|https://example.com/x.docx',
    'search-ms:query=x&crumb=location:\\\\server\\share',
    'https://exa\u0000mple.com\u0007',
    '',
  ])('refuses %j', (address) => {
    expect(safeAddress(address)).toBeNull();
  });

  it('has none where there is no address', () => {
    expect(safeAddress(undefined)).toBeNull();
  });
});
