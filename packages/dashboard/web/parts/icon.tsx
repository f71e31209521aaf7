/** Line drawings on a square of 24. */
const paths = {
  try: 'M4 14v4a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-4M12 15V4m0 0L8 8m4-4 4 4',
  jobs: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  keys: 'M15.500 3.500a5 5 0 1 1-3.600 8.500L4 20v-3.500l2-2 1.500 0V13l2-2a5 5 0 0 1 6-7.500zM16.500 7.500h.01',
  webhooks: 'M12 18H4V6h16v6.500M4 7l8 6 8-6M15 18h6m0 0l-2.500-2.500M21 18l-2.500 2.500',
  usage: 'M4 20V4M4 20h16M8.500 16v-5M13 16V7M17.500 16v-3',
  health: 'M3 12h4l2.500-7 4.500 14 2.500-7H21',
  completed: 'M5 12.500l4.500 4.500L19 7.500',
  failed: 'M12 7.500v5.500M12 16.500h.01M12 3l9.500 17h-19z',
  processing: 'M20 12a8 8 0 1 1-3-6.200',
  queued: 'M12 7v5l3 2M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  cancelled: 'M5.600 5.600l12.800 12.800M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  copy: 'M9 9h10v11H9zM15 9V5H5v11h4',
  download: 'M12 4v11m0 0l-4-4m4 4l4-4M4 19h16',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500V5M12 19v2.500M2.500 12H5M19 12h2.500M5.300 5.300 7 7M17 17l1.700 1.700M18.700 5.300 17 7M7 17l-1.700 1.700',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  out: 'M14 4h5v16h-5M4 12h11m0 0l-4-4m4 4l-4 4',
  file: 'M6 3h8l4 4v14H6zM14 3v4h4',
  plus: 'M12 5v14M5 12h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  retry: 'M4 12a8 8 0 1 0 2.500-5.800M4 4v4.500h4.500',
  up: 'M12 19V5m0 0l-6 6m6-6l6 6',
  down: 'M12 5v14m0 0l6-6m-6 6l-6-6',
  word: 'M6 3h8l4 4v14H6zM14 3v4h4M8.500 12l1.300 5L12 13l2.200 4 1.300-5',
  excel: 'M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14',
  compress: 'M12 3v6m0 0L9.500 6.500M12 9l2.500-2.500M12 21v-6m0 0l-2.500 2.500M12 15l2.500 2.500M5 12h14',
  merge: 'M5 4v4c0 3 7 2.500 7 6v6m0 0l-2.500-2.500M12 20l2.500-2.500M19 4v4c0 3-7 2.500-7 6',
  split: 'M12 4v5c0 3.500-7 3-7 6v5M12 9c0 3.500 7 3 7 6v5M5 20l-2-2m2 2l2-2M19 20l-2-2m2 2l2-2',
  images: 'M4 5h16v14H4zM4 16l5-5 4 4 2.500-2.500L20 17M15.500 9h.01',
  album: 'M8 4h12v12H8zM8 13l4-4 5 6M4 8v12h12',
  ocr: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M8 9h8M8 12.500h8M8 16h5',
  docs: 'M12 6.500c-2-1.500-4.500-2-8-2v13c3.500 0 6 .5 8 2 2-1.500 4.500-2 8-2v-13c-3.500 0-6 .5-8 2zm0 0v13',
  key: 'M4 12h.01M8 12h.01M12 12h.01',
} as const;

export type IconName = keyof typeof paths;

/** A picture beside words: it says nothing that they do not. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon-sign" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  );
}

const operationIcons: Readonly<Record<string, IconName>> = {
  'pdf/to-word': 'word',
  'pdf/to-excel': 'excel',
  'pdf/compress': 'compress',
  'pdf/merge': 'merge',
  'pdf/split': 'split',
  'image/to-pdf': 'album',
  'pdf/to-image': 'images',
  ocr: 'ocr',
};

export function operationIcon(operation: string): IconName {
  return operationIcons[operation] ?? 'file';
}
