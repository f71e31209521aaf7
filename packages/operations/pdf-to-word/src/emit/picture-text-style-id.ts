/** The `w:styleId` of texts in pictures. */
export const pictureTextStyleId = 'PictureText';
