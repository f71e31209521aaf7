/** 16 by 8 pixels: red and green above blue and yellow. Written by OpenJPEG 2.5.4. */
export const codestream = Buffer.from(
  '/0//UQAvAAAAAAAQAAAACAAAAAAAAAAAAAAAEAAAAAgAAAAAAAAAAAADBwEBBwEBBwEB/1IADAAAAAEAAQQEAAH/XAAHQEBISFD/' +
    'ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjT/kAAKAAAAAAC8AAH/k9+BOA7KK4G0fCLuaWbyfuqdNKV5Ld3f' +
    'DQe/fOjQiaNTRoRNGpo0ImjUz9+A+BFQQg1gXVkMFhHNOQYFo+xHNh+bD82H5sPzYfmw/3/fgOgQ3DUQfkoSXPrdsb8aNpFz5tIu' +
    'epX8Q0bSLnzaf8/AHn4BcfgBgCH/YB0+E+cPJqMTlaoEsySJISDyM8faCAAhbsU/z8AafgFQfUBgJCv6ZoLHIEBJPX+Fr2T/fyBH' +
    'X//Z',
  'base64',
);
