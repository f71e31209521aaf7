import { get } from 'node:http';

// Opens as many live streams of a dashboard as it is told to, as open pages do, and reads them until it is ended.

const [, , url = '', count = '0'] = process.argv;
let opened = 0;
for (let page = 0; page < Number(count); page += 1) {
  get(`${url}data/live`, { agent: false }, (response) => {
    response.resume();
    response.once('data', () => {
      opened += 1;
      if (opened === Number(count)) process.send?.('open');
    });
  }).on('error', (error) => {
    console.error(error.message);
    process.exit(1);
  });
}
