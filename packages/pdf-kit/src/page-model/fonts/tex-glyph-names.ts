/** The names that the fonts of TeX give to signs and letters of formulas (texglyphlist.txt of lcdf-typetools, version 2.33). */
const formulaNames = [
  'Ifractur ℑ, Rfractur ℜ, angbracketleft ⟨, angbracketright ⟩, arrowbothv ↕, arrowdblbothv ⇕',
  'arrowleftbothalf ↽, arrowlefttophalf ↼, arrownortheast ↗, arrownorthwest ↖, arrowrightbothalf ⇁',
  'arrowrighttophalf ⇀, arrowsoutheast ↘, arrowsouthwest ↙, asteriskcentered ∗, bardbl ∥, ceilingleft ⌈',
  'ceilingright ⌉, circlecopyrt ○, circledivide ⊘, circledot ⊙, circleminus ⊖, coproduct ⨿, ct ct',
  'dblbracketleft ⟦, dblbracketright ⟧, diamondmath ⋄, dotlessj ȷ, emptyset ∅, epsilon1 ϵ, epsiloninv ϶',
  'equivasymptotic ≍, flat ♭, floorleft ⌊, floorright ⌋, follows ≻, followsequal ⪰, followsorcurly ≽',
  'greatermuch ≫, interrobang ‽, interrobangdown ⸘, intersectionsq ⊓, latticetop ⊤, lessmuch ≪, lscript ℓ',
  'natural ♮, owner ∋, pertenthousand ‱, phi ϕ, phi1 φ, pi1 ϖ, precedesequal ⪯, precedesorcurly ≼, prime ′',
  'rho1 ϱ, sharp ♯, similarequal ≃, slurabove ⌢, slurbelow ⌣, st ﬆ, star ⋆, subsetsqequal ⊑, supersetsqequal ⊒',
  'triangle △, triangleinv ▽, triangleleft ◁, triangleright ▷, turnstileleft ⊢, turnstileright ⊣, unionmulti ⊎',
  'unionsq ⊔, visualspace ␣, wreathproduct ≀, rangedash –, punctdash —, visiblespace ␣, Yen ¥, anticlockwise ⟲',
  'arrowparrleftright ⇆, arrowparrrightleft ⇄, arrowtailleft ↢, arrowtailright ↣, arrowtripleleft ⇚',
  'arrowtripleright ⇛, between ≬, check ✓, circleR ®, circleS Ⓢ, circleasterisk ⊛, circleequal ⊜, circlering ⊚',
  'clockwise ⟳, complement ∁, curlyleft ↫, curlyright ↬, dblarrowdwn ⇊, dblarrowheadleft ↞, dblarrowheadright ↠',
  'dblarrowup ⇈, defines ≜, diamondsolid ♦, difference ≏, dotplus ∔, downfall ⋎, equaldotleftright ≒',
  'equaldotrightleft ≓, equalorfollows ⋟, equalorgreater ⪖, equalorless ⪕, equalorprecedes ⋞, equalsdots ≑',
  'followsorequal ≿, forces ⊩, forcesbar ⊪, fork ⋔, frown ⌢, geomequivalent ≎, greaterdbleqlless ⪌',
  'greaterdblequal ≧, greaterlessequal ⋛, greaterorapproxeql ⪆, greaterorequalslant ⩾, greaterorsimilar ≳',
  'harpoondownleft ⇃, harpoondownright ⇂, harpoonleftright ⇌, harpoonrightleft ⇋, harpoonupleft ↿',
  'harpoonupright ↾, intercal ⊺, intersectiondbl ⋒, lessdbleqlgreater ⪋, lessdblequal ≦, lessequalgreater ⋚',
  'lessorapproxeql ⪅, lessorequalslant ⩽, lessorsimilar ≲, maltesecross ✠, measuredangle ∡, multimap ⊸',
  'multiopenleft ⋋, multiopenright ⋌, nand ⊼, orunderscore ⊻, perpcorrespond ⩞, precedesorequal ≾',
  'primereverse ‵, revasymptequal ⋍, revsimilar ∽, rightanglene ⌝, rightanglenw ⌜, rightanglese ⌟',
  'rightanglesw ⌞, ringinequal ≖, satisfies ⊨, shiftleft ↰, shiftright ↱, smile ⌣, sphericalangle ∢, square □',
  'squaredot ⊡, squareimage ⊏, squareminus ⊟, squaremultiply ⊠, squareoriginal ⊐, squareplus ⊞, squaresolid ■',
  'squiggleleftright ↭, squiggleright ⇝, subsetdbl ⋐, subsetdblequal ⫅, supersetdbl ⋑, supersetdblequal ⫆',
  'triangledownsld ▼, triangleleftequal ⊴, triangleleftsld ◀, trianglerightequal ⊵, trianglerightsld ▶',
  'trianglesolid ▲, uniondbl ⋓, uprise ⋏, Digamma 𝟋, Finv Ⅎ, Gmir ⅁, Omegainv ℧, approxorequal ≊',
  'archleftdown ↶, archrightdown ↷, beth ℶ, daleth ℸ, dividemultiply ⋇, downslope ⧹, equalorsimilar ≂',
  'follownotdbleqv ⪺, follownotslnteql ⪶, followornoteqvlnt ⋩, greaterdot ⋗, greaternotdblequal ⪊',
  'greaternotequal ⪈, greaterornotdbleql ≩, greaterornotequal ≩, integerdivide ∖, lessdot ⋖, lessnotdblequal ⪉',
  'lessnotequal ⪇, lessornotdbleql ≨, lessornotequal ≨, multicloseleft ⋉, multicloseright ⋊, notapproxequal ≇',
  'notarrowboth ↮, notarrowleft ↚, notarrowright ↛, notbar ∤, notdblarrowboth ⇎, notdblarrowleft ⇍',
  'notdblarrowright ⇏, notexistential ∄, notfollows ⊁, notfollowsoreql ⪰̸, notforces ⊮, notforcesextra ⊯',
  'notgreaterdblequal ≧̸, notgreaterequal ≱, notgreaterorslnteql ⩾̸, notlessdblequal ≦̸, notlessequal ≰',
  'notlessorslnteql ⩽̸, notprecedesoreql ⪯̸, notsatisfies ⊭, notsimilar ≁, notsubseteql ⊈, notsubsetordbleql ⫅̸',
  'notsubsetoreql ⊊, notsuperseteql ⊉, notsupersetordbleql ⫆̸, notsupersetoreql ⊋, nottriangeqlleft ⋬',
  'nottriangeqlright ⋭, nottriangleleft ⋪, nottriangleright ⋫, notturnstile ⊬, planckover2pi ℏ',
  'planckover2pi1 ℏ, precedenotdbleqv ⪹, precedenotslnteql ⪵, precedeornoteqvlnt ⋨, subsetnoteql ⊊',
  'subsetornotdbleql ⫋, supersetnoteql ⊋, supersetornotdbleql ⫌, upslope ⧸',
];

/** Those of the font wasy10, whose signs are like the characters (wasysym, its documentation). */
const wasyNames = [
  'lhd ◁, unlhd ⊴, rhd ▷, unrhd ⊵, phone ☎, checked ✓, eigthnote ♪, quarternote ♩, twonotes ♫, LHD ◀, RHD ▶',
  'ascnode ☊, descnode ☋, female ♀, male ♂, diameter ⌀, CIRCLE ●, Circle ○, LEFTCIRCLE ◖, RIGHTCIRCLE ◗',
  'leftmoon ☾, rightmoon ☽, earth ♁, mercury ☿, smiley ☺, blacksmiley ☻, sun ☼, frownie ☹, Bowtie ⋈, Box □',
  'XBox ☒, Diamond ◇, hexagon ⬡, pentagon ⬠, hexstar ✶, davidsstar ✡, kreuz ✠, UParrow ▲, DOWNarrow ▼',
  'sqsubset ⊏, sqsupset ⊐, leadsto ⇝, conjunction ☌, opposition ☍, jupiter ♃, saturn ♄, uranus ♅, neptun ♆',
  'pluto ♇, aries ♈, taurus ♉, gemini ♊, cancer ♋, leo ♌, virgo ♍, libra ♎, scorpio ♏, sagittarius ♐',
  'capricorn ♑, aquarius ♒, pisces ♓, permil ‰, openo ɔ, iint ∬, iiint ∭, oiint ∯',
];

const characters: ReadonlyMap<string, string> = new Map(
  [...formulaNames, ...wasyNames]
    .flatMap((row) => row.split(', '))
    .map((pair): [string, string] => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)]),
);

/** What a name says that only fonts of TeX give, and that pdf.js does not know; null for other names. */
export function textOfTexName(name: string): string | null {
  return characters.get(name) ?? null;
}
